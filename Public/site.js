const find = (css, node = document) => node.querySelector(css);

// Some browsers draw no SVG.
const redraw = ({ target }) => {
  if (!target.currentSrc?.includes(".svg")) return target.classList.add("broken");
  target.src = target.src.replace(".svg", "/portrait_uncanny.png");
};
document.addEventListener("error", redraw, true);
for (const target of document.images) if (target.complete && !target.naturalWidth) redraw({ target });

const note = find("#status");
let timer, leave, wait, aside;
const say = (text, name = "visually-hidden") => {
  clearInterval(leave);
  find("main").ariaBusy = null;
  note.textContent = text;
  note.className = name;
};
const toast = (text, heart) => {
  say(text, "toast");
  note.innerHTML += `${heart ? " <button data-undo>Undo</button>" : ""} <button aria-label="Close">×</button>`;
  note.onclick = ({ target }) => {
    say("");
    if (!target.closest("[data-undo]")) return;
    heart.focus();
    heart.click();
  };
  leave = setInterval(() => note.matches(":hover,:focus-within") || say(""), 1e4);
};
onkeydown = ({ key }) => key !== "Escape" || stay();

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
  // For another tab.
  aside = ["ctrl", "meta", "shift", "alt"].some((key) => event[key + "Key"]);
  if (!aside && event.target.closest("a[href^='/']:not([download])")) go();
};
// What was left moves on top.
onpageswap = () => memory && (sessionStorage.left = find(".hero")?.closest("[id]").id);
onpagereveal = () => {
  find(".left")?.classList.remove("left");
  find("#" + (memory && sessionStorage.left))?.classList.add("left");
};
// Without a transition, a complete page enters.
window.PageRevealEvent || find("#parts")?.shadowRoot || (document.body.id = "enter");
// Stopped, unless for another.
(window.navigation ?? {}).onnavigate = ({ signal }, mine = wait) => {
  signal.onabort = () => mine === wait && stay();
};

const memory = navigator.cookieEnabled && localStorage;
const count = find("#favourites-count");
// As old as its prefetch, or as a press being sent.
let first = +count.textContent, last = performance.timeOrigin - 3e5;
const press = (heart, on) => {
  if (on === (heart.value === "remove")) return;
  heart.value = on ? "remove" : "add";
  heart.setAttribute("aria-pressed", on);
  count.textContent &&= +count.textContent + (on ? 1 : -1);
};
const save = async (heart, on) => {
  const body = new URLSearchParams({ action: on ? "add" : "remove" });
  press(heart, on);
  if (heart.busy) return;
  heart.busy = 1;
  // The first sets the cookie.
  const job = Promise.resolve(first).then(() => fetch(heart.formAction, {
    method: "POST", body, keepalive: 1, headers: { Accept: "application/json" },
  })).catch(() => 0);
  first ||= job;
  const { status } = await job;
  heart.busy = 0;
  const words = (verb) =>
    `${heart.lastChild.textContent.slice(10)} ${verb}${on ? "added to" : "removed from"} your favourites.`;
  if (status !== 204) {
    press(heart, !on);
    if (status) throw status;
    return toast(words("was not "));
  }
  if (on !== (heart.value === "remove")) return save(heart, !on);
  on ? say(words("")) : toast(words(""), heart);
};
onsubmit = (event) => {
  const heart = event.submitter;
  if (!heart?.matches(".heart") || heart.plain) return event.defaultPrevented || aside || go();
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
  if (event.persisted) stay();
  const all = await (await fetch(own.href + ".json")).json();
  for (const heart of document.querySelectorAll(".heart"))
    if (!heart.busy) press(heart, all.some(({ id }) => heart.formAction.endsWith("/" + id)));
  if (own.ariaCurrent && count.textContent != all.length) location.reload();
  count.textContent = all.length;
};

addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  const url = new URL(button.dataset.share, location).href;
  try {
    if (navigator.share) return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    toast("Link copied.");
  } catch (error) {
    // The visitor closed it.
    if (error?.name !== "AbortError") toast(url);
  }
});

const box = find("#q");
// In the head, about this page.
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
    // A number or an address.
    if (answer.redirected) return location = answer.url;
    const text = (await answer.text()).replace(/(<.?)style/g, "$1xmp");
    const now = new DOMParser().parseFromString(text, "text/html");
    const { sheet } = find("#page-style");
    while (sheet.cssRules[0]) sheet.deleteRule(0);
    sheet.insertRule(`@media{${find("#page-style", now).textContent}}`);
    // The front page has the field in itself.
    if (find("main").contains(box)) {
      const caret = box.selectionStart;
      find(".brand").after(box.closest("search"));
      box.focus();
      box.setSelectionRange(caret, caret);
    }
    find("main").replaceWith(find("main", now));
    document.title = now.title;
    for (const old of document.querySelectorAll(about)) old.remove();
    document.head.append(...now.querySelectorAll(about));
    find(".favourites-link").ariaCurrent = null;
    history[typed ? "replaceState" : "pushState"](0, "", url);
    typed = shown = here();
    box.defaultValue = box.value;
    const said = ".arrived :is([role=status],.summary),main:not(:has(.arrived .summary)) :is(h1,h2)";
    say([...document.querySelectorAll(said)].map((e) => e.textContent).join(" "));
  } catch {
    if (mine.signal.aborted) return;
    typed = 0;
    toast("No connection.");
  }
};
box.oninput = ({ isComposing }) => {
  clearTimeout(timer);
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
