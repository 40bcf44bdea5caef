// A page kept for Back shows the hearts of its time; this fetches it again and takes over the hearts of now.
addEventListener("pageshow", async (event) => {
  if (!event.persisted) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const form of document.querySelectorAll("form.heart")) {
    const fresh = now.querySelector(`form.heart[action="${form.getAttribute("action")}"] button`);
    const button = form.querySelector("button");
    if (!fresh) continue;
    button.value = fresh.value;
    button.setAttribute("aria-pressed", fresh.getAttribute("aria-pressed"));
  }
  const count = now.getElementById("kept-count");
  if (count) document.getElementById("kept-count").textContent = count.textContent;
});
