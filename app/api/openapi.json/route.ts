import { route } from "#lib/server/http/route.ts";
import { openApiDocument } from "#lib/server/openapi/document.ts";

/** Says nothing about this installation but its address and version, so tools read it without an account. */
export const GET = route({ access: "public", token: true, limit: { calls: 60, seconds: 60 } }, async () =>
  openApiDocument(),
);
