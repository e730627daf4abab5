import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { mount } from "#tools/test/mounted.tsx";
import { Button } from "@/components/ui/button";
import { BackLink } from "./back-link.tsx";
import { PageHeader } from "./page-header.tsx";

it("has its actions beside the title, below the link to the parent page", async () => {
  await page.viewport(1440, 900);
  mount(
    <PageHeader title="Access: Rosa Ibarra" back={<BackLink href="/privacy">All requests</BackLink>}>
      <Button size="sm">Answer…</Button>
    </PageHeader>,
  );
  const box = (role: "heading" | "link" | "button") => page.getByRole(role).element().getBoundingClientRect();
  await expect.element(page.getByRole("button")).toBeVisible();
  expect(box("button").top).toBeGreaterThanOrEqual(box("link").bottom);
  expect(box("button").top).toBeLessThan(box("heading").bottom);
});
