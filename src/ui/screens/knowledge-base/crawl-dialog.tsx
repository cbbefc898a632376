import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { CrawlRef } from '../../../machines/crawl/crawl.machine.ts'
import type { SourcePreview } from '../../../services/contract/sources.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Form, FormError, SubmitButton, TextField, useFieldValue } from '../../parts/form.tsx'
import { counted } from '../../parts/format.ts'
import { SelectField } from '../../parts/select-field.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'
import { SkippedAddresses } from './skipped-addresses.tsx'

const KINDS = [
  { value: 'page', label: 'One page' },
  { value: 'site', label: 'A site: the pages that links lead to' },
  { value: 'sitemap', label: 'A sitemap' },
]
export const REFRESHES = [
  { value: 'never', label: 'Never' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
]
const DEPTHS = [1, 2, 3, 5, 10].map((depth) => ({ value: String(depth), label: counted(depth, 'link') }))
const LIMITS = [10, 50, 100, 300, 1_000].map((limit) => ({
  value: String(limit),
  label: counted(limit, 'page'),
}))

/** Adds pages of the web, after a look at what would be read. */
export function CrawlDialog({ actor }: { actor: CrawlRef }) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const adding = useSelector(actor, (dialog) => dialog.matches('adding'))
  const preview = useSelector(actor, ({ context }) => context.preview)
  const isPage = useSelector(actor, ({ context }) => context.values.kind === 'page')
  const close = () => actor.send({ type: 'form.closed' })
  return (
    <Dialog
      open={open}
      locked={adding}
      title="Add web pages"
      form={actor}
      description="Public pages become documents, as far as robots.txt allows."
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
              Back
            </Button>
          ) : (
            <Button onClick={close} disabled={adding}>
              Cancel
            </Button>
          )}
          {preview ? (
            <Button
              variant="primary"
              disabled={adding}
              onClick={() => actor.send({ type: 'import.requested' })}
            >
              {preview.is_whole ? `Add ${counted(preview.pages.length, 'page')}` : 'Add pages'}
            </Button>
          ) : (
            <SubmitButton busy={isPage ? 'Adding…' : 'Looking…'}>
              {isPage ? 'Add page' : 'Preview'}
            </SubmitButton>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** What is read, and how often. */
function Fields() {
  return (
    <>
      <SelectField name="kind" label="What to read" options={KINDS} />
      <TextField name="url" label="Address" placeholder="https://help.example.com" autoFocus />
      {useFieldValue('kind') !== 'page' && <Rules />}
      <SelectField
        name="refresh"
        label="Read again"
        options={REFRESHES}
        hint="Only pages that have changed become new versions."
      />
    </>
  )
}

/** Which pages of a site or a sitemap. */
function Rules() {
  const isSite = useFieldValue('kind') === 'site'
  return (
    <>
      <Flex gap="4" wrap="wrap">
        {isSite && (
          <Box flex="1 1 10rem">
            <NumberField name="depth" label="As far as" options={DEPTHS} />
          </Box>
        )}
        <Box flex="1 1 10rem">
          <NumberField name="pagesMax" label="At most" options={LIMITS} />
        </Box>
      </Flex>
      <chakra.details fontSize="sm">
        <chakra.summary cursor="pointer" color="ink.2" fontWeight="medium">
          Which pages
        </chakra.summary>
        <Box display="grid" gap="4" mt="3">
          <TextField
            name="include"
            label="Only paths that begin with"
            rows={2}
            hint="One per line, such as /docs or /*.html$."
          />
          <TextField
            name="exclude"
            label="Not those that begin with"
            rows={2}
            hint="One per line, such as /blog."
          />
          <ToggleField
            name="files"
            label="Files as well"
            hint="PDF and other documents that pages link to."
          />
        </Box>
      </chakra.details>
    </>
  )
}

/** A choice among numbers. */
const NumberField = (props: { name: string; label: string; options: { value: string; label: string }[] }) => (
  <SelectField {...props} parse={Number} />
)

function Preview({ preview: { pages, skipped, is_whole } }: { preview: SourcePreview }) {
  return (
    <Box role="status" border="1px solid" borderColor="rule" borderRadius="sm" bg="sheet" px="4" py="3">
      <Text fontWeight="semibold" fontSize="md">
        {counted(pages.length, 'page')} found{!is_whole && ' so far, and there are more'}
      </Text>
      <Box
        as="ol"
        mt="2"
        maxHeight="22rem"
        overflowY="auto"
        fontSize="sm"
        display="grid"
        gap="1.5"
        tabIndex={0}
      >
        {pages.map(({ url, title }) => (
          <li key={url}>
            <Text as="span" display="block" truncate dir="auto">
              {title}
            </Text>
            <Text as="span" display="block" color="ink.2" truncate dir="auto">
              {url}
            </Text>
          </li>
        ))}
      </Box>
      <Box mt="3">
        <SkippedAddresses skipped={skipped} count={skipped.length} />
      </Box>
    </Box>
  )
}
