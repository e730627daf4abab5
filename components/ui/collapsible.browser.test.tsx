import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it, onTestFinished } from "vitest";
import { Collapsible, CollapsibleTrigger } from "@/components/ui/collapsible";

function Opened() {
  const [open, setOpen] = useState(false);
  return (
    <Collapsible onOpenChange={setOpen}>
      <CollapsibleTrigger>Details</CollapsibleTrigger>
      {open && <p>Content</p>}
    </Collapsible>
  );
}

it("shows the content of an element that was opened before hydration", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(<Opened />);
  const details = place.querySelector("details");
  const toggled = new Promise((resolve) => details?.addEventListener("toggle", resolve, { once: true }));
  place.querySelector("summary")?.click();
  await toggled;
  const root = hydrateRoot(place, <Opened />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await expect.poll(() => details?.textContent).toBe("DetailsContent");
  place.querySelector("summary")?.click();
  await expect.poll(() => details?.textContent).toBe("Details");
});
