import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/*
 * Hashing a password is slow on purpose, and integration tests do so thousands of times to show what happens before and
 * after. Here it costs next to nothing; unit tests and the product as it is served have the real one.
 */
const { argon2 } = crypto;
if (argon2.name !== "cheapArgon2") {
  crypto.argon2 = function cheapArgon2(algorithm, parameters, callback) {
    argon2(algorithm, { ...parameters, memory: Math.min(parameters.memory, 64), passes: 1 }, callback);
  };
  syncBuiltinESMExports();
}
