/** @module-tag crash-models */
import { describeFlow } from "./testing/describe-flow.ts";
import { webhookReplacementModel } from "./testing/webhook-replacement-model.ts";

describeFlow("the replacement of the dashboard's own webhook's secret", () => webhookReplacementModel(true));
