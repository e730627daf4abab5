/** @module-tag crash-models */
import { describeFlow } from "./testing/describe-flow.ts";
import { rotationModel } from "./testing/rotation-model.ts";

describeFlow("the rotation of the dashboard's own key", rotationModel);
