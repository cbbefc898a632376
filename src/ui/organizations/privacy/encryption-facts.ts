import type { Privacy } from '../../../services/contract/privacy.ts'
import { t } from '../../../texts/t.ts'
import type { Fact } from './facts.tsx'

export const encryptionFacts = ({ is_encrypted_in_transit }: Privacy): Fact[] => [
  [
    t('In transit'),
    is_encrypted_in_transit
      ? t('People reach this installation over HTTPS.')
      : t(
          'This installation has no public HTTPS address. The operator should set one before other people use it.',
        ),
  ],
  [t('Passwords'), t('Stored as Argon2id hashes.')],
  [t('API keys and emailed links'), t('Stored as hashes. A key is shown once and cannot be read again.')],
  [
    t('Secrets for other services'),
    t(
      'Model keys, webhook secrets and the secrets of single sign-on and two-factor log-in are encrypted with AES-256-GCM. The encryption key is not in the database.',
    ),
  ],
  [
    t('Documents and conversations'),
    t('Lectern stores them unencrypted so that it can search them. Disk encryption is up to the operator.'),
  ],
]
