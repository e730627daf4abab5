import { expect, it, vi } from "vitest";
import { Button } from "./button.tsx";

it("does nothing when it is pressed while it is disabled for screen readers", () => {
  const onClick = vi.fn();
  expect(Button({ onClick, "aria-disabled": true }).props.onClick).toBeUndefined();
  expect(Button({ onClick, "aria-disabled": false }).props.onClick).toBe(onClick);
});
