import type { z } from "zod";
import type {
  DeliveryDetail,
  DeliveryList,
  RefusalList,
  RetryCount,
  SignatureCheck,
} from "#lib/core/contract/deliveries/delivery.ts";
import type { RecentDeliveries } from "#lib/core/contract/deliveries/recent.ts";
import type { signatureCheckInput } from "#lib/core/contract/deliveries/signature-check-input.ts";
import type {
  anotherKeyInput,
  currentKeyInput,
  newApiKey,
  newRotationElsewhere,
  pastedKey,
  resumeInput,
  rotationElsewhereEnd,
  rotationInput,
} from "#lib/core/contract/keys/key-input.ts";
import type {
  Adoption,
  CreatedKey,
  KeyCheck,
  ListedKeys,
  RotatedKey,
  Rotation,
  RotationElsewhere,
} from "#lib/core/contract/keys/keys.ts";
import type { needToKnowInput, openingReason } from "#lib/core/contract/need-to-know/need-to-know-input.ts";
import type { NeedToKnow, Openings } from "#lib/core/contract/need-to-know/policy.ts";
import type { ShownPeople } from "#lib/core/contract/need-to-know/shown.ts";
import type { peopleSearchInput } from "#lib/core/contract/people/people-input.ts";
import type { PeopleList, PeopleRows, SamePeople } from "#lib/core/contract/people/people-search.ts";
import type { FailedLookups } from "#lib/core/contract/people/person.ts";
import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import type { Live, Ready, ReceiverEnsured, ReceiverState, SystemStatus } from "#lib/core/contract/status.ts";
import type { Outages } from "#lib/core/contract/verifications/incomplete.ts";
import type { presenceInput } from "#lib/core/contract/verifications/presence-input.ts";
import type { TestDelivery } from "#lib/core/contract/webhooks/test-delivery.ts";
import type {
  changedWebhook,
  newWebhook,
  replacementMove,
  replacementWebhookInput,
} from "#lib/core/contract/webhooks/webhook-input.ts";
import type {
  CreatedWebhook,
  ListedWebhook,
  ListedWebhooks,
  Replacement,
} from "#lib/core/contract/webhooks/webhooks.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";
import type { pageFaultInput } from "#lib/platform/contract/page-fault-input.ts";

export const CORE_ENDPOINTS = {
  "GET /api/deliveries": answers<DeliveryList>(),
  "GET /api/deliveries/refusals": answers<RefusalList>(),
  "GET /api/deliveries/retry": answers<RetryCount>(),
  "POST /api/deliveries/retry": answers<RetryCount>(),
  "POST /api/deliveries/signature-check": answers<SignatureCheck, typeof signatureCheckInput>(),
  "GET /api/deliveries/{delivery_id}": answers<DeliveryDetail>(),
  "POST /api/deliveries/{delivery_id}/retry": answers<{ delivery_id: number; state: "pending" }>(),
  "GET /api/overview/deliveries": answers<RecentDeliveries>(),

  "GET /api/live": answers<Response>(),
  "PUT /api/verifications/{verification_id}/presence": answers<void, typeof presenceInput>(),

  "GET /api/api-keys": answers<ListedKeys>(),
  "POST /api/api-keys": answers<CreatedKey, typeof newApiKey>(),
  "DELETE /api/api-keys/{api_key_id}": answers<void>(),
  "POST /api/key-adoptions": answers<Adoption, typeof currentKeyInput>(),
  "POST /api/key-checks": answers<KeyCheck, typeof pastedKey>(),
  "GET /api/key-replacements": answers<{ items: RotationElsewhere[] }>(),
  "POST /api/key-replacements": answers<RotatedKey, typeof newRotationElsewhere>(),
  "DELETE /api/key-replacements/{replacement_id}": answers<
    RotationElsewhere,
    z.ZodOptional<typeof rotationElsewhereEnd>
  >(),
  "POST /api/key-replacements/{replacement_id}/finish": answers<RotationElsewhere>(),
  "POST /api/key-replacements/{replacement_id}/mint": answers<RotatedKey, typeof anotherKeyInput>(),
  "POST /api/key-replacements/{replacement_id}/switched": answers<RotationElsewhere>(),
  "DELETE /api/key-replacements/{replacement_id}/switched": answers<RotationElsewhere>(),
  "GET /api/rotations": answers<{ items: Rotation[] }>(),
  "POST /api/rotations": answers<Rotation, z.ZodOptional<typeof rotationInput>>(),
  "POST /api/rotations/{rotation_id}/resume": answers<Rotation, z.ZodOptional<typeof resumeInput>>(),

  "GET /api/settings/need-to-know": answers<NeedToKnow>(),
  "PUT /api/settings/need-to-know": answers<NeedToKnow, typeof needToKnowInput>(),

  "GET /api/overview/lookups": answers<FailedLookups>(),
  "POST /api/people/search": answers<PeopleList | PeopleRows, typeof peopleSearchInput>(),
  "GET /api/verifications/{verification_id}/people": answers<ShownPeople>(),
  "GET /api/verifications/{verification_id}/people/{people_id}/curp.pdf": answers<Response>(),
  "POST /api/verifications/{verification_id}/people/{people_id}/opening": answers<void, typeof openingReason>(),
  "GET /api/verifications/{verification_id}/people/{people_id}/openings": answers<Openings>(),
  "GET /api/verifications/{verification_id}/people/{people_id}/others": answers<SamePeople>(),

  "GET /api/reveals": answers<{ items: Reveal[] }>(),
  "DELETE /api/reveals/{reveal_id}": answers<void>(),

  "GET /.well-known/security.txt": answers<Response>(),
  "POST /api/csp-reports": answers<void, z.ZodType>(),
  "GET /api/health/live": answers<Live>(),
  "GET /api/health/ready": answers<Ready>(),
  "POST /api/page-faults": answers<void, typeof pageFaultInput>(),
  "POST /api/settings/backups": answers<void>(),
  "GET /api/status": answers<SystemStatus>(),

  "GET /api/outages": answers<Outages>(),
  "POST /api/outages/{outage_id}/dismissal": answers<void>(),
  "GET /api/receiver": answers<ReceiverState>(),
  "POST /api/receiver": answers<ReceiverEnsured>(),
  "GET /api/webhooks": answers<ListedWebhooks>(),
  "POST /api/webhooks": answers<CreatedWebhook, typeof newWebhook>(),
  "GET /api/webhooks/{webhook_id}": answers<ListedWebhook>(),
  "PUT /api/webhooks/{webhook_id}": answers<ListedWebhook, typeof changedWebhook>(),
  "DELETE /api/webhooks/{webhook_id}": answers<void>(),
  "GET /api/webhooks/{webhook_id}/replacement": answers<{ replacement: Replacement | null }>(),
  "POST /api/webhooks/{webhook_id}/replacement": answers<
    { replacement: Replacement; created: CreatedWebhook | null },
    z.ZodOptional<typeof replacementWebhookInput>
  >(),
  "POST /api/webhooks/{webhook_id}/replacement/moves": answers<Replacement, typeof replacementMove>(),
  "POST /api/webhooks/{webhook_id}/test-delivery": answers<TestDelivery>(),
};
