import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/*
 * Hashing a password is slow on purpose, and integration tests sign in thousands of times. Here a hash costs next to
 * nothing; unit tests and tests of the product have the real one.
 */
const { argon2 } = crypto;
if (argon2.name !== "cheapArgon2") {
  crypto.argon2 = function cheapArgon2(algorithm, parameters, callback) {
    argon2(algorithm, { ...parameters, memory: Math.min(parameters.memory, 64), passes: 1 }, callback);
  };
  syncBuiltinESMExports();
}
