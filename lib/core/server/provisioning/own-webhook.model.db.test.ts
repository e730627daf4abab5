import { describeFlow } from "./testing/describe-flow.ts";
import { ownWebhookModel } from "./testing/own-webhook-model.ts";

describeFlow("the dashboard's own webhook", ownWebhookModel);
