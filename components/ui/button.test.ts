import { expect, it, vi } from "vitest";
import { Button } from "./button.tsx";

it("ignores presses while it has aria-disabled", () => {
  const onClick = vi.fn();
  expect(Button({ onClick, "aria-disabled": true }).props.onClick).toBeUndefined();
  expect(Button({ onClick, "aria-disabled": false }).props.onClick).toBe(onClick);
});
