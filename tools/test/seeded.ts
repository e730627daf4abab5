import fc from "fast-check";
import { examples, SEED } from "./effort.ts";

fc.configureGlobal({ seed: SEED, numRuns: examples(50) });
