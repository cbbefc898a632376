import { FEEDBACK_MAX } from '../../services/contract/feedback.ts'
import { t } from '../../texts/t.ts'
import { TextField } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useShell } from '../shell-actors.ts'

/** S1.3 */
export const FeedbackDialog = () => (
  <FormDialog
    actor={useShell().feedback}
    title={t('Send feedback')}
    description={t('Your message goes to the people who run this installation, with the page you are on.')}
    submit={t('Send')}
    busy={t('Sending...')}
  >
    <TextField name="message" label={t('Your feedback')} rows={5} maxLength={FEEDBACK_MAX} required />
  </FormDialog>
)
