export {
  deleteKeyReplacementSwitched as DELETE,
  postKeyReplacementSwitched as POST,
} from "#lib/server/keys/handlers.ts";
