import { AccountDeletion, DeletionPreview, EmailChange, User, UserPatch } from '../accounts.ts'
import { Acknowledged } from '../common.ts'
import { PIXEL } from './examples.ts'
import { operation } from './operation.ts'
import { OWN, PICTURE_TOO_LARGE, READ } from './phrases.ts'

const WRONG_PASSWORD = { 422: 'The password is wrong.' }

const UNDECIDED = 'Nothing changes until the mailed link is followed; that is written down.'

/** The caller's account (S7.me, S7.me-patch, S7.photo). */
export const account = {
  me: operation('GET /api/v1/users/me', User, {
    summary: 'Get your profile',
    who: 'self',
    keys: READ,
    personal: true,
  }),
  change: operation('PATCH /api/v1/users/me', User, {
    summary: 'Update your profile',
    who: 'self',
    unaudited: OWN,
    body: UserPatch,
    example: { body: { first_name: 'Ada', last_name: 'Lovelace', timezone: 'Europe/London' } },
  }),
  setPhoto: operation('POST /api/v1/users/me/photo', User, {
    summary: 'Upload your photo',
    who: 'self',
    unaudited: OWN,
    example: { file: PIXEL },
    refuses: PICTURE_TOO_LARGE,
  }),
  removePhoto: operation('DELETE /api/v1/users/me/photo', User, {
    summary: 'Remove your photo',
    who: 'self',
    unaudited: OWN,
  }),
  picture: operation('GET /api/v1/pictures/:id', null, {
    summary: 'Get a photo or a logo',
    who: 'anyone',
    answers: 'image/webp',
  }),
  changeEmail: operation('POST /api/v1/users/me/email', Acknowledged, {
    summary: 'Change your email address',
    description:
      'A confirmation link is sent to the new address. Until it is followed, the old address stays.',
    who: 'self',
    unaudited: UNDECIDED,
    body: EmailChange,
    example: { body: { email: 'ada.lovelace@example.com', password: 'correct horse battery' } },
    refuses: WRONG_PASSWORD,
  }),
  sendVerification: operation('POST /api/v1/users/me/verification', Acknowledged, {
    summary: 'Resend the confirmation link',
    description: 'If the address is confirmed already, nothing is sent, and the answer says so.',
    who: 'self',
    unaudited: UNDECIDED,
  }),
  deletion: operation('GET /api/v1/users/me/deletion', DeletionPreview, {
    summary: 'Preview what deleting your account would delete',
    who: 'self',
  }),
  remove: operation('POST /api/v1/users/me/delete', Acknowledged, {
    summary: 'Delete your account',
    description:
      'Send the ids of the organizations that the preview says would be deleted as `deletes`: if others would be deleted by now, nothing is.',
    who: 'self',
    body: AccountDeletion,
    example: { body: { password: 'correct horse battery' } },
    refuses: {
      ...WRONG_PASSWORD,
      403: 'The account has no password, and its provider did not begin the session within the last ten minutes.',
      409: 'You are the only owner of an organization with other members, or other organizations would be deleted than `deletes` lists.',
    },
  }),
}
