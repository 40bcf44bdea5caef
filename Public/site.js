// All works by links and forms.
const find = (selector, root = document) => root.querySelector(selector);

// Seen if it can be undone or (null) went wrong.
const say = (text, undo) => {
  find("main").ariaBusy = null;
  const status = find("#status");
  status.textContent = text;
  status.className = undo === undefined ? "unseen" : "toast";
  if (!undo) return;
  status.insertAdjacentHTML("beforeend", " <button>Undo</button>");
  find("button", status).onclick = undo;
};

const read = async (url, signal) => {
  const text = await (await fetch(url, { signal })).text();
  // This page's policy counts.
  return new DOMParser().parseFromString(text.replace(/nonce="\w+"/g, `nonce="${find("style").nonce}"`), "text/html");
};

let turn;
const count = find("#kept-count");
const press = (button, isOn) => {
  button.value = isOn ? "remove" : "add";
  button.ariaPressed = isOn;
};

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".heart") || form.isRefused) return;
  event.preventDefault();
  try {
    sessionStorage.pressed = Date.now();
  } catch {
    return say("Favourites need cookies, which your browser blocks.", null);
  }
  const button = find("button", form);
  if (form.busy) return;
  form.busy = 1;
  const isOn = button.value === "add";
  const name = button.ariaLabel.replace("Favourite ", "");
  const body = new URLSearchParams({ action: button.value });
  // The first answer names visitors.
  while (turn && !+count.textContent) await turn;
  // A redirect is a yes; form.action is the button.
  turn = fetch(form.getAttribute("action"), { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => null);
  const answer = await turn;
  turn = form.busy = 0;
  if (!answer) return say(`${name} was not ${isOn ? "added" : "removed"}: no connection.`, null);
  if (answer.type !== "opaqueredirect") {
    form.isRefused = 1;
    return button.click();
  }
  press(button, isOn);
  count.textContent &&= Math.max(0, +count.textContent + (isOn ? 1 : -1));
  say(`${name} ${isOn ? "added to" : "removed from"} your favourites.`, isOn ? undefined : () => {
    button.click();
    button.focus();
  });
});

// Pages kept for Back or fetched ahead get hearts of now.
addEventListener("pageshow", async (event) => {
  const isAhead = performance.getEntriesByType("navigation")[0]?.deliveryType === "navigational-prefetch";
  if (!event.persisted && !(isAhead && sessionStorage.pressed > Date.now() - 3e5)) return;
  say("");
  const now = await read(location).catch(() => null);
  if (!now) return;
  for (const form of document.querySelectorAll(".heart")) {
    const fresh = find(`[action="${form.getAttribute("action")}"] button`, now);
    if (!fresh) return location.reload();
    press(find("button", form), fresh.value === "remove");
  }
  const kept = find("#kept-count", now).textContent;
  if (count.textContent !== kept && find(".kept[aria-current]")) location.reload();
  count.textContent = kept;
});

// Typing is one history entry.
const box = find("#q");
const here = () => location.href.split("#")[0];
let timer, search, isTyped, shown = here();
const look = async () => {
  search?.abort();
  search = new AbortController();
  const q = box.value.trim();
  const url = box.form.action + (q && "?q=" + encodeURIComponent(q));
  find("main").ariaBusy = true;
  try {
    const now = await read(url, search.signal);
    find("style").textContent = find("style", now).textContent;
    find("main").replaceWith(find("main", now));
    document.title = now.title;
    find(".kept").ariaCurrent = null;
    history[isTyped ? "replaceState" : "pushState"](null, "", url);
    isTyped = shown = here();
    // For Back in WebKit.
    box.defaultValue = box.value;
    say((find(".arrived .summary") ?? find("main h2, main h1")).textContent);
  } catch (error) {
    if (error.name !== "AbortError") say("No connection: nothing was searched.", null);
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
addEventListener("popstate", () => shown !== here() && location.reload());

const go = (to) => find(`main a[rel=${to}]`)?.click();
addEventListener("keydown", (event) => {
  if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
  if (event.key === "/") {
    event.preventDefault();
    box.select();
  }
  if (!event.shiftKey) go({ ArrowLeft: "prev", ArrowRight: "next" }[event.key]);
});
let start;
addEventListener("touchstart", ({ target, touches }) => {
  start = target.form || touches[1] || visualViewport.scale > 1 ? null : touches[0];
});
addEventListener("touchend", ({ changedTouches: [end] }) => {
  const across = start && end.clientX - start.clientX;
  if (Math.abs(across) > 90 && Math.abs(end.clientY - start.clientY) < 40) go(across > 0 ? "prev" : "next");
});
