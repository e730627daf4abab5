import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import * as api from "./api/[[...nowhere]]/route.ts";
import * as scim from "./scim/[[...nowhere]]/route.ts";

it.each([
  ["/api/nonsense", "application/json", api, { success: false, code: "NOT_FOUND" }],
  [
    "/scim/v2/Groups",
    "application/scim+json",
    scim,
    { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "404", detail: "This address was not found." },
  ],
])("%s answers 404 in its own form to every method", async (path, type, handlers, body) => {
  expect(Object.keys(handlers)).toEqual(["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"]);
  for (const [method, handler] of Object.entries(handlers)) {
    const answer = await handler(new NextRequest(`http://localhost:3000${path}`, { method }));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, type]);
    expect(await answer.json()).toMatchObject(body);
  }
});
