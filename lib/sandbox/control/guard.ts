import type { IncomingMessage } from "node:http";
import { ApiError } from "#lib/sandbox/http/api-error.ts";

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The control routes ask for no key, so they serve programs on this machine only. A page in this machine's browser is no
 * such program: browsers name their origin, and a name that was made to resolve to this machine (DNS rebinding) shows
 * in `Host`. Throws FORBIDDEN.
 */
export function guardControl(request: IncomingMessage): void {
  const { headers, socket } = request;
  const site = headers["sec-fetch-site"];
  const local =
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? "") &&
    LOOPBACK_HOST.test(headers.host ?? "") &&
    headers.origin === undefined &&
    (site === undefined || site === "none");
  if (!local) throw new ApiError("FORBIDDEN", "the sandbox is controlled from this machine only, and not by web pages");
}
