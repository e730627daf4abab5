import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (file: string) => readFileSync(join(import.meta.dirname, file));

/** The certificate of `localhost`, signed by `tools/test/tls/ca.pem`, which is trusted by nobody by default. */
export const TLS = { key: read("server.key"), cert: read("server.pem") };
export const CA = read("ca.pem").toString();
