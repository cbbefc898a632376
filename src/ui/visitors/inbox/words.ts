import type {
  AskedBy,
  Assignee,
  HandoverReason,
  HandoverStatus,
} from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'

export const STATUSES: Readonly<Record<HandoverStatus, string>> = {
  open: t('Needs a reply'),
  waiting: t('Waiting for the customer'),
  resolved: t('Resolved'),
}

export const STATUS_TONES = { open: 'caution', waiting: 'quiet', resolved: 'good' } as const

export const ASSIGNEES: Readonly<Record<Assignee, string>> = {
  anyone: t('All'),
  me: t('Mine'),
  nobody: t('Unassigned'),
}

export const ASKED_BY: Readonly<Record<AskedBy, string>> = {
  anyone: t('From everyone'),
  visitor: t('Visitors'),
  member: t('Members'),
}

/** Why a person was requested. */
export const REASONS: Readonly<Record<HandoverReason, string>> = {
  asked: t('Asked for a person in their own words'),
  refused: t('Nothing was found'),
  disliked: t('Two thumbs down'),
  always: t('Used the button below an answer'),
}
