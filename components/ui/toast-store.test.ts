import { afterEach, expect, test, vi } from "vitest";
import { forgetToast, shownToasts, subscribeToToasts, toast } from "./toast-store.ts";

afterEach(() => {
  for (const { id } of shownToasts()) forgetToast(id);
});

const titles = () => shownToasts().map(({ title, open }) => [title, open]);

test("a toast is shown until it is dismissed and forgotten", () => {
  const heard = vi.fn();
  const stop = subscribeToToasts(heard);
  const id = toast("Saved");
  expect(titles()).toEqual([["Saved", true]]);
  toast.dismiss(id);
  expect(titles()).toEqual([["Saved", false]]);
  forgetToast(id);
  expect(titles()).toEqual([]);
  expect(heard).toHaveBeenCalledTimes(3);
  stop();
  toast("Unheard");
  expect(heard).toHaveBeenCalledTimes(3);
});

test("a fourth toast removes the oldest, and all can be dismissed at once", () => {
  for (const title of ["1", "2", "3", "4"]) toast(title);
  expect(titles()).toEqual([
    ["2", true],
    ["3", true],
    ["4", true],
  ]);
  toast.dismiss();
  expect(shownToasts().every(({ open }) => !open)).toBe(true);
});
