import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "#tools/test/mounted.tsx";
import { Button } from "@/components/ui/button";
import {
  Combobox,
  ComboboxContent,
  ComboboxEmpty,
  ComboboxInput,
  ComboboxList,
  ComboboxTrigger,
} from "@/components/ui/combobox";
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from "@/components/ui/dialog";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Toaster, toast } from "@/components/ui/toast";

const ITEMS = ["Ana", "Berta", "Carla"].map((name) => ({ value: name.toLowerCase(), label: name }));

function People() {
  const [value, setValue] = useState("ana");
  return (
    <Combobox items={ITEMS} value={value} onValueChange={setValue}>
      <ComboboxTrigger>Person: {value}</ComboboxTrigger>
      <ComboboxContent>
        <ComboboxInput aria-label="Search people" />
        <ComboboxList />
        <ComboboxEmpty>Nobody found.</ComboboxEmpty>
      </ComboboxContent>
    </Combobox>
  );
}

const focus = (name: string | RegExp) => (page.getByRole("button", { name }).element() as HTMLElement).focus();

test("a combobox in a dialog works by keys, and Escape closes the combobox alone", async () => {
  mount(
    <Dialog defaultOpen>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>Assign</DialogTitle>
        <People />
      </DialogContent>
    </Dialog>,
  );
  const dialog = page.getByRole("dialog", { name: "Assign" });
  const trigger = page.getByRole("button", { name: /^Person/ });
  const field = page.getByRole("combobox", { name: "Search people" });
  focus(/^Person/);
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("nobody at all");
  await expect.element(page.getByText("Nobody found.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await expect.element(trigger).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect
    .element(field)
    .toHaveAttribute("aria-activedescendant", page.getByRole("option", { name: "Berta" }).element().id);
  await userEvent.keyboard("{Enter}");
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(trigger).toHaveTextContent("Person: berta");
  await expect.element(trigger).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a dialog locks the scroll of the page without moving its content", async () => {
  mount(
    <main style={{ height: 3000 }}>
      <h1>Account</h1>
      <Dialog>
        <DialogTrigger>Open</DialogTrigger>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Keys</DialogTitle>
          <Button>Close</Button>
        </DialogContent>
      </Dialog>
    </main>,
  );
  const heading = document.querySelector("h1") as HTMLElement;
  const place = heading.getBoundingClientRect().toJSON();
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(page.getByRole("button", { name: "Close" })).toHaveFocus();
  const { overflow, marginRight } = getComputedStyle(document.body);
  expect([overflow, marginRight, heading.getBoundingClientRect().toJSON()]).toEqual(["hidden", "0px", place]);
  await userEvent.wheel(document.documentElement, { delta: { y: 400 } });
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(window.scrollY).toBe(0);
  await userEvent.wheel(document.documentElement, { delta: { y: 400 } });
  await expect.poll(() => window.scrollY).toBeGreaterThan(0);
});

test("a menu opens on its first item by press or key, and Escape and Tab close it", async () => {
  mount(
    <DropdownMenu>
      <DropdownMenuTrigger>Theme</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup value="dark">
          {["system", "light", "dark"].map((value) => (
            <DropdownMenuRadioItem key={value} value={value}>
              {value}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>,
  );
  const trigger = page.getByRole("button", { name: "Theme" });
  const item = (name: string) => page.getByRole("menuitemradio", { name });
  await trigger.click();
  await expect.element(item("system")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(item("dark")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(item("system")).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
});

test("a toast does not cover the last button of a long dialog on a phone", async () => {
  await page.viewport(360, 740);
  mount(
    <>
      <Toaster words={{ one: "Message", all: "Messages", close: "Close" }} />
      <Dialog open>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Decide</DialogTitle>
          <div style={{ height: 1_000, flexShrink: 0 }} />
          <button type="submit">Accept</button>
        </DialogContent>
      </Dialog>
    </>,
  );
  const id = toast("Taken: Textiles Oro", { duration: Number.POSITIVE_INFINITY });
  onTestFinished(() => toast.dismiss(id));
  await expect.element(page.getByText("Taken: Textiles Oro")).toBeVisible();
  const button = page.getByRole("button", { name: "Accept" }).element();
  button.scrollIntoView({ block: "end" });
  const { left, right, top, bottom } = button.getBoundingClientRect();
  expect(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)).toBe(button);
});
