import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { Button } from "@/components/ui/button";
import { usePassingFocus } from "./passing-focus.ts";

function Row({ moveOn }: { moveOn: () => void }) {
  return (
    <p ref={usePassingFocus<HTMLParagraphElement>(moveOn)}>
      <Button>End</Button>
    </p>
  );
}

test("the focus moves on when the element that has it is removed, and stays elsewhere", () => {
  document.body.innerHTML = '<div></div><button type="button">List</button><button type="button">Other</button>';
  const root = createRoot(document.body.firstElementChild as Element);
  onTestFinished(() => root.unmount());
  const button = (name: string) => page.getByRole("button", { name }).element() as HTMLElement;
  const show = (shown: boolean) => flushSync(() => root.render(shown && <Row moveOn={() => button("List").focus()} />));
  for (const [focused, after] of [
    ["End", "List"],
    ["Other", "Other"],
  ] as const) {
    show(true);
    button(focused).focus();
    show(false);
    expect(document.activeElement).toBe(button(after));
  }
});
