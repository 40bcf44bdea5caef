// Enhancements: all works by links and forms.
const find = (selector, root = document) => root.querySelector(selector);

// Unseen, unless it can be undone or (null) went wrong.
const say = (text, undo) => {
  const status = find("#status");
  status.textContent = text;
  status.className = undo === undefined ? "unseen" : "toast";
  if (!undo) return;
  const button = document.createElement("button");
  button.textContent = "Undo";
  button.onclick = undo;
  status.append(" ", button);
};

const read = async (url, signal) => {
  const answer = await fetch(url, { headers: { accept: "text/html" }, signal });
  // This page's policy counts for it, too.
  const text = (await answer.text()).replace(/ nonce="\w+"/g, ` nonce="${find("style").nonce}"`);
  return new DOMParser().parseFromString(text, "text/html");
};

// What looks pressed is kept.
let turn;
const count = find("#kept-count");
const press = (button, isOn) => {
  button.value = isOn ? "remove" : "add";
  button.ariaPressed = isOn;
};

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".heart")) return;
  event.preventDefault();
  const button = find("button", form);
  if (form.busy) return;
  form.busy = 1;
  const isOn = button.value === "add";
  const name = button.ariaLabel.replace("Favourite ", "");
  const body = new URLSearchParams(new FormData(form, button));
  // The first answer names the visitor.
  while (turn && !+count.textContent) await turn;
  // A redirect is a yes. The button hides form.action.
  turn = fetch(form.getAttribute("action"), { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => null);
  const answer = await turn;
  turn = form.busy = 0;
  if (!answer) return say(`${name} was not ${isOn ? "added" : "removed"}: no connection.`, null);
  if (answer.type !== "opaqueredirect") {
    form.insertAdjacentHTML("beforeend", `<input type="hidden" name="action" value="${button.value}">`);
    return form.submit();
  }
  press(button, isOn);
  sessionStorage.pressed = Date.now();
  count.textContent &&= Math.max(0, +count.textContent + (isOn ? 1 : -1));
  say(`${name} ${isOn ? "added to" : "removed from"} your favourites.`, isOn ? undefined : () => {
    form.requestSubmit(button);
    button.focus();
  });
});

// Pages kept for Back or fetched ahead get the hearts of now.
addEventListener("pageshow", async (event) => {
  const isAhead = performance.getEntriesByType("navigation")[0]?.deliveryType === "navigational-prefetch";
  if (!event.persisted && !(isAhead && sessionStorage.pressed > Date.now() - 3e5)) return;
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

// Typed searches: one history entry.
const box = find("#q");
let timer, search, shown;
const look = async () => {
  search?.abort();
  search = new AbortController();
  const url = new URL(box.form.action);
  if (box.value.trim()) url.searchParams.set("q", box.value.trim());
  try {
    const now = await read(url, search.signal);
    find("main").replaceWith(find("main", now));
    find("style").textContent = find("style", now).textContent;
    document.title = now.title;
    find(".kept").ariaCurrent = null;
    history[shown ? "replaceState" : "pushState"](null, "", url);
    shown = url.href;
    say((find(".arrived .summary") ?? find("main h2, main h1")).textContent);
  } catch (error) {
    if (error.name !== "AbortError") box.form.submit();
  }
};
box.oninput = () => {
  clearTimeout(timer);
  timer = setTimeout(look, 300);
};
box.form.onsubmit = (event) => {
  clearTimeout(timer);
  if (!shown) return search?.abort();
  event.preventDefault();
  look();
};
addEventListener("popstate", () => shown && shown !== location.href.split("#")[0] && location.reload());

// Keys and swipes to neighbours.
const go = (relation) => find(`main a[rel=${relation}]`)?.click();
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
  if (event.key === "/") {
    event.preventDefault();
    box.select();
  }
  if (!event.shiftKey) go({ ArrowLeft: "prev", ArrowRight: "next" }[event.key]);
});
let start;
addEventListener("touchstart", (event) => {
  start = event.target.form || event.touches[1] || visualViewport.scale > 1 ? null : event.touches[0];
});
addEventListener("touchend", (event) => {
  if (!start) return;
  const [across, down] = ["clientX", "clientY"].map((axis) => event.changedTouches[0][axis] - start[axis]);
  if (Math.abs(across) > 90 && Math.abs(down) < 40) go(across > 0 ? "prev" : "next");
});
