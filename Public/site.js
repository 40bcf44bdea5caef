const find = (selector, root = document) => root.querySelector(selector);

// Visible if undoable or (null) an error.
const say = (text, undo = 0) => {
  find("main").ariaBusy = null;
  const status = find("#status");
  status.textContent = text;
  status.className = undo === 0 ? "unseen" : "toast";
  if (!undo) return;
  status.innerHTML += " <button>Undo</button>";
  find("button", status).onclick = undo;
};

const read = async (url, signal) =>
  new DOMParser().parseFromString((await (await fetch(url, { signal })).text()).replace(/(<.?)style/g, "$1xmp"), "text/html");
const ask = async (url, init) => (await fetch(url, { headers: { Accept: "application/json" }, ...init })).json();

const memory = navigator.cookieEnabled && localStorage;
// A prefetched page is older.
let turn, last = performance.timeOrigin - (performance.getEntriesByType("navigation")[0]?.deliveryType ? 3e5 : 0);
const count = find("#kept-count");
const press = (button, isOn) => {
  button.value = isOn ? "remove" : "add";
  button.setAttribute("aria-pressed", isOn);
};
const toggle = async (form, button) => {
  const isOn = button.value === "add";
  const name = button.getAttribute("aria-label").slice(10);
  const body = new URLSearchParams({ action: button.value, back: form.back.value });
  // In order: the first sets the cookie.
  while (turn) await turn;
  let first;
  // form.action is the button.
  turn = ask(form.getAttribute("action"), { method: "POST", body, keepalive: true })
    .then((own) => (first = own.first) ? ask(first) : own).catch(() => 0);
  const answer = await turn;
  turn = 0;
  if (first && answer.status === 403) return (location = first);
  if (answer.status) throw answer;
  const done = `${isOn ? "added to" : "removed from"} your favourites.`;
  if (answer.kept !== isOn) return say(`${name} was not ${done} Reload?`, null);
  press(button, isOn);
  count.textContent &&= answer.count;
  say(`${name} ${done}`, isOn ? 0 : () => {
    button.click();
    button.focus();
  });
};
onsubmit = (event) => {
  const form = event.target;
  if (!form.matches(".heart") || form.plain) return;
  memory.pressed = last = Date.now();
  event.preventDefault();
  if (!navigator.cookieEnabled) return say("Favourites need cookies.", null);
  const button = find("button", form);
  toggle(form, button).catch(() => {
    form.plain = 1;
    // After this event.
    setTimeout(() => button.click());
  });
};

onpageshow = document.onvisibilitychange = async (event) => {
  if (!(event.persisted || memory.pressed > last)) return;
  last = Date.now();
  say("");
  const now = await read(location);
  for (const form of document.querySelectorAll(".heart")) {
    const fresh = find(`[action="${form.getAttribute("action")}"] button`, now);
    if (!fresh) return location.reload();
    press(find("button", form), fresh.value === "remove");
  }
  const kept = find("#kept-count", now).textContent;
  if (count.textContent !== kept && find(".kept[aria-current]")) location.reload();
  count.textContent = kept;
};

// Typing is one history entry.
const box = find("#q");
const here = () => location.href.split("#")[0];
let timer, search, isTyped, start, shown = here();
const look = async () => {
  search?.abort();
  const { signal } = search = new AbortController();
  const q = box.value.trim();
  const url = box.form.action + (q && "?q=" + encodeURIComponent(q));
  find("main").ariaBusy = true;
  try {
    const now = await read(url, signal);
    const css = new CSSStyleSheet();
    css.replaceSync(find("#look", now).textContent);
    document.adoptedStyleSheets = [css];
    find("#look").disabled = 1;
    find("main").replaceWith(find("main", now));
    document.title = now.title;
    find(".kept").ariaCurrent = null;
    history[isTyped ? "replaceState" : "pushState"](0, "", url);
    isTyped = shown = here();
    box.defaultValue = box.value;
    say((find(".arrived .summary") ?? find("main h2, main h1")).textContent);
  } catch {
    if (signal.aborted) return;
    isTyped = 0;
    say("No connection: nothing was searched.", null);
  }
};
box.oninput = () => {
  clearTimeout(timer);
  timer = setTimeout(look, 300);
};
box.form.onsubmit = (event) => {
  clearTimeout(timer);
  if (!isTyped) return search?.abort();
  event.preventDefault();
  look();
};
onpopstate = () => shown !== here() && location.reload();

const go = (to) => find(`main a[rel=${to}]`)?.click();
onkeydown = (event) => {
  if (["repeat", "altKey", "ctrlKey", "metaKey", "shiftKey"].some((key) => event[key])) return;
  if (!event.target.closest("input")) go({ ArrowLeft: "prev", ArrowRight: "next" }[event.key]);
};
addEventListener("touchstart", ({ target, touches }) => {
  start = target.form || touches[1] || visualViewport.scale > 1 ? null : touches[0];
});
addEventListener("touchend", ({ changedTouches: [end] }) => {
  const across = start && end.clientX - start.clientX;
  if (Math.abs(across) > 90 && Math.abs(end.clientY - start.clientY) < 40) go(across > 0 ? "prev" : "next");
});
