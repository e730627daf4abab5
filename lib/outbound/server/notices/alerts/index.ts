import { INCIDENTS } from "./acts.ts";
import type { Alert, Condition } from "./alert.ts";
import { backupOld, decisionEventsFailing, diskLow, rowsSetAside, workerBehind } from "./processing.ts";
import { deliveriesRefused, noEvents, webhookProblem } from "./reception.ts";
import { clockWrong, keyRefused, serviceFailing, timestampMissing } from "./service.ts";

export const CONDITIONS: readonly Condition[] = [
  noEvents,
  deliveriesRefused,
  webhookProblem,
  keyRefused,
  serviceFailing,
  clockWrong,
  workerBehind,
  rowsSetAside,
  diskLow,
  backupOld,
  decisionEventsFailing,
  timestampMissing,
];

export const ALERTS: readonly Alert[] = [...CONDITIONS, ...INCIDENTS];
