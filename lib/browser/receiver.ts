import { api } from "./api.ts";

/** Makes or repairs the dashboard's own webhook at the service. Admins only; throws `STEP_UP_REQUIRED` when it is time. */
export const connectReceiver = (): Promise<unknown> => api("/api/receiver", { method: "POST" });
