import axe from "axe-core";
import { expect, onTestFinished, test } from "vitest";
import { mount } from "#tools/test/mounted.tsx";
import { TextLink } from "./text-link.tsx";

test.each(["light", "dark"])("a link in text is distinguished by more than its colour: %s", async (theme) => {
  document.documentElement.dataset.theme = theme;
  onTestFinished(() => {
    delete document.documentElement.dataset.theme;
  });
  mount(
    <p className="text-muted-foreground text-xs">
      Files have tags but no titles. <TextLink href="/settings">Choose fields</TextLink>
    </p>,
  );
  const { violations, passes } = await axe.run(document, { runOnly: ["link-in-text-block"] });
  expect([violations.map(({ id }) => id), passes.map(({ id }) => id)]).toEqual([[], ["link-in-text-block"]]);
});
