import type {
  DeliveryDetail,
  DeliveryList,
  RefusalList,
  RetryCount,
  SignatureCheck,
} from "#lib/core/contract/deliveries/delivery.ts";
import type { RecentDeliveries } from "#lib/core/contract/deliveries/recent.ts";
import type { signatureCheckInput } from "#lib/core/contract/deliveries/signature-check-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const DELIVERIES_API = {
  "GET /api/deliveries": answers<DeliveryList>(),
  "GET /api/deliveries/refusals": answers<RefusalList>(),
  "GET /api/deliveries/retry": answers<RetryCount>(),
  "POST /api/deliveries/retry": answers<RetryCount>(),
  "POST /api/deliveries/signature-check": answers<SignatureCheck, typeof signatureCheckInput>(),
  "GET /api/deliveries/{delivery_id}": answers<DeliveryDetail>(),
  "POST /api/deliveries/{delivery_id}/retry": answers<{ delivery_id: number; state: "pending" }>(),
  "GET /api/overview/deliveries": answers<RecentDeliveries>(),
};
