// Finding images on the live web within a time (paper 003): the face of this stage. Pure: `pipeline/` fetches and reads for it.
export {
  DISCARD_REASONS,
  type DiscardOptions,
  type DiscardReason,
  discardByMarkup,
  discardBySize,
  isImageAddress,
  meetsConditions,
} from './discard.ts';
export {
  type ChosenProvider,
  chooseProvider,
  PROVIDER_KINDS,
} from './discovery/choose-provider.ts';
export { mergeAnswers } from './discovery/merge-answers.ts';
export type { FoundPage, Provider, ProviderRequest } from './discovery/provider.ts';
export { type FindQuery, type FindWarning, toFindQuery } from './find-query.ts';
export {
  FocusedQueue,
  type OnwardLink,
  type PlannedVisit,
  type QueueOptions,
} from './focused-queue.ts';
export type { FindPage, PageImage, PageLink, PageText } from './page.ts';
export { type Evidence, type PageScore, scorePage } from './page-score.ts';
export {
  type Candidate,
  FIND_PROFILES,
  type FindProfile,
  MIN_SCORE,
  rawScores,
  scoreCandidates,
} from './profiles.ts';
export { tagBit } from './tag-weights.ts';
