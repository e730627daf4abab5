import type { z } from "zod";
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
import { answers } from "#lib/platform/contract/endpoint.ts";

export const KEYS_API = {
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
};
