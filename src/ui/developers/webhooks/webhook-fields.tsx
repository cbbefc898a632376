import { WEBHOOK_URL_MAX } from '../../../services/contract/webhooks.ts'
import { t } from '../../../texts/t.ts'
import { CheckList } from '../../parts/check-list.tsx'
import { TextField } from '../../parts/form.tsx'
import { EVENTS } from './words.ts'

/** A webhook's address and events. */
export const WebhookFields = () => (
  <>
    <TextField
      name="url"
      label={t('Address')}
      maxLength={WEBHOOK_URL_MAX}
      placeholder={t('https://hooks.example.com/lectern')}
      autoFocus
    />
    <CheckList
      name="events"
      label={t('Events')}
      choices={Object.entries(EVENTS).map(([id, label]) => ({ id, label, hint: id }))}
      empty=""
    />
  </>
)
