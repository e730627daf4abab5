import { expect, it, vi } from "vitest";
import { describedRoutes } from "./described.ts";
import { openApiDocument } from "./document.ts";

vi.stubEnv("APP_ORIGIN", "https://cotejo.example.mx");

it("has each route of the document with its permission, parameters and fields", () => {
  const routes = describedRoutes();
  expect(new Set(routes.map(({ address }) => address))).toEqual(new Set(Object.keys(openApiDocument().paths ?? {})));
  const list = routes.find(({ address }) => address === "/api/verifications");
  expect(list).toMatchObject({ method: "GET", permission: "verifications.read" });
  expect(list?.parameters).toContainEqual(expect.objectContaining({ name: "cursor", type: "string", required: false }));
  expect(list?.fields).toContainEqual(
    expect.objectContaining({ name: "items[].verification_id", type: "string", required: true }),
  );
  expect(list?.fields).toContainEqual(expect.objectContaining({ name: "next_cursor", type: "string | null" }));
  expect(list?.answers.map(({ status }) => status)).toEqual(["200", "400", "401", "403", "429"]);
  const exported = routes.find(({ address }) => address === "/api/exports/verifications");
  expect(exported?.parameters).toContainEqual(expect.objectContaining({ name: "format", type: '"csv" | "xlsx"' }));
});
