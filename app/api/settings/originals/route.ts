import { originalsInput } from "#lib/contract/verifications/verification-input.ts";
import { route } from "#lib/server/http/route.ts";
import { readOriginals, setOriginals } from "#lib/server/verifications/originals.ts";

export const GET = route({ access: "settings.read" }, () => readOriginals());

export const PUT = route(
  { access: "settings.manage", stepUp: true, audit: "originals.changed", body: originalsInput },
  async ({ body, audit }) => {
    audit.add({ before: await setOriginals(body), after: body });
    return readOriginals();
  },
);
