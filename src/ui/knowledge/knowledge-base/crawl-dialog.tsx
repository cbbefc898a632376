import { Box, chakra, Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { CrawlRef } from '../../../machines/knowledge/crawl.machine.ts'
import type { SourcePreview } from '../../../services/contract/sources.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/choice-list.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Form, FormError, SubmitButton, TextField, useFieldError, useFieldValue } from '../../parts/form.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { SkippedAddresses } from './skipped-addresses.tsx'

const KINDS = [
  { value: 'page', label: t('One page') },
  { value: 'site', label: t('A site: follow its links') },
  { value: 'sitemap', label: t('A sitemap') },
]
const DEPTHS = {
  values: [1, 2, 3, 5, 10],
  labelOf: (depth: number) => t('{depth, plural, =0 {No links} one {# link} other {# links}}', { depth }),
}
const LIMITS = {
  values: [10, 50, 100, 300, 1_000],
  labelOf: (limit: number) => t('{limit, plural, =0 {No pages} one {# page} other {# pages}}', { limit }),
}

/** Adds web pages, after a preview of what would be read. */
export function CrawlDialog({ actor }: { actor: CrawlRef }) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const adding = useSelector(actor, (dialog) => dialog.matches('adding'))
  const preview = useSelector(actor, ({ context }) => context.preview)
  const left = useSelector(actor, ({ context }) => context.values.left)
  const isPage = useSelector(actor, ({ context }) => context.values.kind === 'page')
  const isStored = useSelector(actor, ({ context }) => context.values.sourceId !== '')
  const close = () => actor.send({ type: 'form.closed' })
  return (
    <Dialog
      open={open}
      locked={adding}
      title={isStored ? t('Change which pages are read') : t('Add web pages')}
      form={actor}
      description={t('Public pages become documents, as far as robots.txt allows.')}
      onClose={close}
    >
      <Form actor={actor} gap="0">
        <DialogBody display="grid" gap="4">
          <FormError />
          {preview ? <Preview preview={preview} /> : <Fields />}
        </DialogBody>
        <DialogFooter>
          {preview ? (
            <Button disabled={adding} onClick={() => actor.send({ type: 'rules.requested' })}>
              {t('Back')}
            </Button>
          ) : (
            <Button onClick={close} disabled={adding}>
              {t('Cancel')}
            </Button>
          )}
          {preview ? (
            <Button
              variant="primary"
              disabled={adding}
              onClick={() => actor.send({ type: 'import.requested' })}
            >
              {isStored
                ? t('Save and read again')
                : preview.is_whole
                  ? t('Add {pages, plural, =0 {no pages} one {# page} other {# pages}}', {
                      pages: preview.pages.filter(({ url }) => !left.includes(url)).length,
                    })
                  : t('Add pages')}
            </Button>
          ) : (
            <SubmitButton busy={isPage ? t('Adding…') : t('Checking the site…')}>
              {isPage ? t('Add page') : t('Preview')}
            </SubmitButton>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** The selection to read, and the refresh interval. A source's address cannot change. */
function Fields() {
  const isStored = useFieldValue('sourceId') !== ''
  return (
    <>
      {!isStored && <SelectField name="kind" label={t('Source type')} options={KINDS} />}
      <TextField
        name="url"
        label={t('Address')}
        placeholder={t('https://help.example.com')}
        autoFocus={!isStored}
        readOnly={isStored}
      />
      {useFieldValue('kind') !== 'page' && <Rules />}
      <ReadingFields />
    </>
  )
}

/** Filters for the pages of a site or sitemap. */
function Rules() {
  const isSite = useFieldValue('kind') === 'site'
  const isRefused = [useFieldError('include'), useFieldError('exclude')].some((error) => error !== null)
  return (
    <>
      <Flex gap="4" wrap="wrap">
        {isSite && (
          <Box flex="1 1 10rem">
            <NumberField name="depth" label={t('Link depth')} choice={DEPTHS} />
          </Box>
        )}
        <Box flex="1 1 10rem">
          <NumberField name="pagesMax" label={t('Page limit')} choice={LIMITS} />
        </Box>
      </Flex>
      <chakra.details fontSize="sm" open={isRefused || undefined}>
        <chakra.summary cursor="pointer" color="ink.2" fontWeight="medium">
          {t('Which pages')}
        </chakra.summary>
        <Box display="grid" gap="4" mt="3">
          <TextField
            name="include"
            label={t('Include only paths that start with')}
            rows={2}
            hint={t('One per line, such as /docs or /*.html$.')}
          />
          <TextField
            name="exclude"
            label={t('Exclude paths that start with')}
            rows={2}
            hint={t('One per line, such as /blog.')}
          />
          <ToggleField
            name="files"
            label={t('Files as well')}
            hint={t('PDF and other documents that pages link to.')}
          />
        </Box>
      </chakra.details>
    </>
  )
}

interface NumberFieldProps {
  name: string
  label: string
  choice: typeof DEPTHS
}

/** A choice of numbers, including one that a program may have stored. */
function NumberField({ name, label, choice: { values, labelOf } }: NumberFieldProps) {
  const stored = Number(useFieldValue(name))
  const offered = [...new Set([...values, stored])].sort((a, b) => a - b)
  const options = offered.map((value) => ({ value: String(value), label: labelOf(value) }))
  return <SelectField name={name} label={label} options={options} parse={Number} />
}

function Preview({ preview: { pages, skipped, is_whole } }: { preview: SourcePreview }) {
  return (
    <>
      <CheckList
        name="left"
        chooses="out"
        find={t('Find pages')}
        label={
          is_whole
            ? t('{pages, plural, =0 {No pages} one {# page} other {# pages}} found', { pages: pages.length })
            : t(
                '{pages, plural, =0 {No pages} one {# page} other {# pages}} found so far, and there are more',
                { pages: pages.length },
              )
        }
        choices={pages.map(({ url, title }) => ({ id: url, label: title, hint: url }))}
        empty=""
      />
      <SkippedAddresses skipped={skipped} count={skipped.length} />
    </>
  )
}
