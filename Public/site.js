const find = (css, node = document) => node.querySelector(css);

// Some browsers do not draw SVG.
const redraw = (image) => {
  if (!image.currentSrc?.includes(".svg")) return;
  image.srcset = "";
  image.src = image.src.replace(".svg", "/portrait_uncanny.png");
};
document.addEventListener("error", ({ target }) => redraw(target), true);
for (const image of document.images) if (image.complete && !image.naturalWidth) redraw(image);

const note = find("#status");
let timer, leave;
const say = (text, name = "visually-hidden") => {
  clearInterval(leave);
  find("main").ariaBusy = null;
  note.textContent = text;
  note.className = name;
};
const toast = (text, heart) => {
  say(text, "toast");
  note.innerHTML += `${heart ? " <button>Undo</button>" : ""} <button aria-label="Close">×</button>`;
  note.onclick = ({ target }) => {
    say("");
    if (target.textContent !== "Undo") return;
    heart.focus();
    heart.click();
  };
  leave = setInterval(() => note.matches(":hover,:focus-within") || say(""), 1e4);
};
onkeydown = ({ key }) => key !== "Escape" || stay();

// A sign that the next page is on its way.
let wait;
const stay = () => {
  clearTimeout(wait);
  document.body.className = "";
  say("");
};
const go = () => {
  clearTimeout(wait);
  wait = setTimeout(() => {
    say("Loading …");
    document.body.className = "leaving";
  }, 80);
};
onclick = (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (event.target.closest("a[href^='/']:not([download])")) go();
};
// The visitor stopped the page, unless for another.
window.navigation?.addEventListener("navigate", ({ signal }, mine = wait) => {
  signal.onabort = () => mine === wait && stay();
});

const memory = navigator.cookieEnabled && localStorage;
const count = find("#favourites-count");
// A prefetched page is older.
let first = +count.textContent,
  last = performance.timeOrigin - (performance.getEntriesByType("navigation")[0]?.deliveryType ? 3e5 : 0);
const press = (heart, on) => {
  if (on === (heart.value === "remove")) return;
  heart.value = on ? "remove" : "add";
  heart.setAttribute("aria-pressed", on);
  count.textContent &&= +count.textContent + (on ? 1 : -1);
};
const save = async (heart, on) => {
  const body = new URLSearchParams({ action: on ? "add" : "remove", back: heart.form.back.value });
  press(heart, on);
  if (heart.busy) return;
  heart.busy = 1;
  // The first sets the cookie.
  const job = Promise.resolve(first).then(() => fetch(heart.formAction, {
    method: "POST", body, keepalive: true, headers: { Accept: "application/json" },
  })).catch(() => 0);
  first ||= job;
  const { status } = await job;
  heart.busy = 0;
  const name = heart.lastChild.textContent.slice(10);
  const end = (on ? "added to" : "removed from") + " your favourites.";
  if (status !== 204) {
    press(heart, !on);
    if (status) throw status;
    return toast(`${name} was not ${end}`);
  }
  if (on !== (heart.value === "remove")) return save(heart, !on);
  if (on) return say(`${name} ${end}`);
  toast(`${name} ${end}`, heart);
};
onsubmit = (event) => {
  const heart = event.submitter;
  if (!heart?.matches(".heart") || heart.plain) return;
  memory.pressed = last = Date.now();
  event.preventDefault();
  save(heart, heart.value === "add").catch(() => {
    heart.plain = 1;
    // After this event.
    setTimeout(() => heart.click());
  });
};

onpageshow = document.onvisibilitychange = async (event) => {
  if (!(event.persisted || memory.pressed > last)) return;
  const own = find(".favourites-link");
  last = Date.now();
  stay();
  const all = await (await fetch(own.href + ".json")).json();
  for (const heart of document.querySelectorAll(".heart")) {
    if (!heart.busy) press(heart, all.some(({ id }) => heart.formAction.endsWith("/" + id)));
  }
  if (own.ariaCurrent && count.textContent != all.length) location.reload();
  count.textContent = all.length;
};

addEventListener("click", async ({ target: { dataset: { share } } }) => {
  if (!share) return;
  const url = new URL(share, location).href;
  try {
    if (navigator.share) return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    toast("Link copied.");
  } catch (error) {
    // The visitor closed the list of apps.
    if (error?.name !== "AbortError") toast(url);
  }
});

const box = find("#q");
// What the head of a page says about it alone.
const about = "head :is(meta,[rel=canonical],[rel=prev],[rel=next],[type*=json])";
const here = () => location.href.split("#")[0];
let search, typed, shown = here();
const look = async () => {
  search?.abort();
  const mine = search = new AbortController();
  const q = box.value.trim();
  const url = box.form.action + (q && "?" + new URLSearchParams({ q }));
  find("main").ariaBusy = true;
  try {
    const answer = await fetch(url, mine);
    // A hero’s number, or an address.
    if (answer.redirected) return location = answer.url;
    const text = await answer.text();
    const now = new DOMParser().parseFromString(text.replace(/(<.?)style/g, "$1xmp"), "text/html");
    const css = new CSSStyleSheet();
    css.replaceSync(find("#page-style", now).textContent);
    document.adoptedStyleSheets = [css];
    find("#page-style").disabled = 1;
    find("main").replaceWith(find("main", now));
    document.title = now.title;
    for (const old of document.querySelectorAll(about)) old.remove();
    document.head.append(...now.querySelectorAll(about));
    find(".favourites-link").ariaCurrent = null;
    history[typed ? "replaceState" : "pushState"](0, "", url);
    typed = shown = here();
    box.defaultValue = box.value;
    const said = ".arrived :is([role=status],.summary),main:not(:has(.arrived .summary)) :is(h1,h2)";
    say([...document.querySelectorAll(said)].map(({ textContent }) => textContent).join(" "));
  } catch {
    if (mine.signal.aborted) return;
    typed = 0;
    toast("No connection.");
  }
};
box.oninput = ({ isComposing }) => {
  clearTimeout(timer);
  // An input method’s letters are no search yet.
  if (!isComposing) timer = setTimeout(look, 300);
};
box.addEventListener("compositionend", box.oninput);
box.form.onsubmit = (event) => {
  clearTimeout(timer);
  if (!typed) return search?.abort();
  event.preventDefault();
  look();
};
onpopstate = () => shown !== here() && location.reload();
// Last, since the handlers above may prevent it.
addEventListener("submit", (event) => event.defaultPrevented || go());
