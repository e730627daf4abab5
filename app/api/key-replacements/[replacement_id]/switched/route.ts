export {
  deleteKeyReplacementSwitched as DELETE,
  postKeyReplacementSwitched as POST,
} from "#lib/edge/server/handlers/keys.ts";
