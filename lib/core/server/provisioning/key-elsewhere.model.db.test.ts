/** @module-tag crash-models */
import { describeFlow } from "./testing/describe-flow.ts";
import { keyElsewhereModel } from "./testing/key-elsewhere-model.ts";

describeFlow("the rotation of a key that is used elsewhere", keyElsewhereModel);
