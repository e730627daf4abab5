import { route } from "#lib/edge/server/http/route.ts";
import { openApiDocument } from "#lib/edge/server/openapi/document.ts";

/** Public: the document holds the address and version of this installation and nothing else about it. */
export const getOpenApi = route("GET /api/openapi.json", { access: "public", token: true, perMinute: 60 }, async () =>
  openApiDocument(),
);
