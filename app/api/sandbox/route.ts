import { route } from "#lib/server/http/route.ts";
import { getSandbox } from "#lib/server/sandbox/sandbox.ts";

export const GET = route({ access: "sandbox.play" }, () => getSandbox());
