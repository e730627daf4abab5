import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { TextField } from "./text-field.tsx";

it("opens a longer explanation by the keyboard, which describes the field as well", async () => {
  mountPage(<TextField label="Addressee" help="Filled: the title and the tag." />);
  const field = page.getByLabelText("Addressee", { exact: true });
  await expect.element(field).toHaveAccessibleDescription("Filled: the title and the tag.");
  const help = page.getByRole("button", { name: "Help: Addressee" });
  await userEvent.tab();
  await expect.element(help).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog").getByText("Filled: the title and the tag.")).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(help).toHaveFocus();
});
