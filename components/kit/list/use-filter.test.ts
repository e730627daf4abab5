import { expect, it } from "vitest";
import { followAddress, ownChange, startAddress } from "./use-filter.ts";

const typed = ["q=m", "q=ma", "q=mad"].reduce(ownChange, startAddress(""));

it("shows the user's change before the router reports it", () => {
  expect(typed.query).toBe("q=mad");
  expect(followAddress(typed, "")).toBe(typed);
});

it("does not return to an older change when the router reports it", () => {
  const followed = followAddress(typed, "q=ma");
  expect(followed).toEqual({ query: "q=mad", reported: "q=ma", pending: ["q=mad"] });
  expect(followAddress(followed, "q=mad")).toEqual({ query: "q=mad", reported: "q=mad", pending: [] });
});

it("adopts a change from outside", () => {
  expect(followAddress(typed, "status=error")).toEqual(startAddress("status=error"));
});

it("follows the router back to an address that was set here before", () => {
  const settled = followAddress(typed, "q=mad");
  const elsewhere = followAddress(settled, "");
  expect(followAddress(elsewhere, "q=mad").query).toBe("q=mad");
});

it("follows an outside change to a text that was typed and removed before the router reported it", () => {
  const takenBack = ownChange(typed, "");
  expect(takenBack.query).toBe("");
  expect(followAddress(takenBack, "q=mad").query).toBe("q=mad");
});
