import { describeFlow } from "./testing/describe-flow.ts";
import { keyReplacementModel } from "./testing/key-replacement-model.ts";

describeFlow("the replacement of a key that is used elsewhere", keyReplacementModel);
