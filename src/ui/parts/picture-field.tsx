import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useId, useRef } from 'react'
import type { Framing, PictureRef } from '../../machines/assistants/picture.machine.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'
import { FileInput } from './file-input.tsx'
import { Notice } from './notice.tsx'

interface PictureFieldProps {
  actor: PictureRef
  noun: 'photo' | 'logo'
  present: boolean
  disabled?: boolean
  /** The current picture. */
  children: ReactNode
  hint: string
}

/** Chooses, replaces or removes a photo or a logo. */
export function PictureField({ actor, noun, present, disabled = false, children, hint }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const error = useSelector(actor, ({ context, value }) => (value === 'idle' ? context.error : null))
  const busy = useSelector(actor, (picture) => picture.hasTag('busy'))
  const locked = busy || disabled
  return (
    <Flex gap="5" align="center" wrap="wrap">
      {children}
      <Box flex="1 1 14rem" minWidth={0}>
        <Flex gap="2.5" wrap="wrap">
          <Button size="sm" disabled={locked} onClick={() => input.current?.click()}>
            {present
              ? t('Change {noun, select, logo {logo} other {photo}}', { noun })
              : t('Choose a {noun, select, logo {logo} other {photo}}', { noun })}
          </Button>
          {present && (
            <Button
              size="sm"
              variant="ghost"
              disabled={locked}
              onClick={() => actor.send({ type: 'picture.removed' })}
            >
              {t('Remove')}
            </Button>
          )}
        </Flex>
        <FileInput
          ref={input}
          accept="image/png,image/jpeg,image/webp"
          label={t('Choose a {noun, select, logo {logo} other {photo}}', { noun })}
          disabled={locked}
          onFiles={([picture]) => picture && actor.send({ type: 'picture.chosen', picture })}
        />
        <Text
          textStyle="small"
          color={error ? 'accent' : 'ink.2'}
          mt="1.5"
          {...(error !== null && { role: 'alert' })}
        >
          {error ?? hint}
        </Text>
      </Box>
      <FramingDialog actor={actor} noun={noun} />
    </Flex>
  )
}

const framings: readonly { framing: Framing; label: string }[] = [
  { framing: 'crop', label: t('Crop to the centre') },
  { framing: 'fit', label: t('Fit the whole picture') },
]

function FramingDialog({ actor, noun }: Pick<PictureFieldProps, 'actor' | 'noun'>) {
  const name = useId()
  const { preview, framing, error } = useSelector(actor, ({ context }) => context)
  const open = useSelector(actor, (picture) => picture.hasTag('open'))
  const locked = useSelector(actor, (picture) => picture.hasTag('busy'))
  const dismiss = () => actor.send({ type: 'picture.dismissed' })
  return (
    <Dialog
      open={open}
      locked={locked}
      title={t('Your {noun, select, logo {logo} other {photo}}', { noun })}
      description={t('Shown as a square.')}
      size="md"
      onClose={dismiss}
    >
      <DialogBody display="grid" gap="4">
        {error && <Notice tone="error">{error}</Notice>}
        <Box
          bg="paper"
          border="1px solid"
          borderColor="rule.2"
          borderRadius="md"
          overflow="hidden"
          width="14rem"
          aspectRatio="1"
          mx="auto"
        >
          {preview && (
            <chakra.img
              src={preview}
              alt={t('Preview')}
              width="full"
              height="full"
              objectFit={framing === 'crop' ? 'cover' : 'contain'}
            />
          )}
        </Box>
        <chakra.fieldset display="flex" gap="5" justifyContent="center" flexWrap="wrap">
          <chakra.legend srOnly>{t('If the picture is not square')}</chakra.legend>
          {framings.map((option) => (
            <chakra.label key={option.framing} display="flex" gap="2" alignItems="center" fontSize="md">
              <chakra.input
                type="radio"
                name={name}
                checked={framing === option.framing}
                disabled={locked}
                onChange={() => actor.send({ type: 'framing.picked', framing: option.framing })}
                accentColor="var(--l-colors-accent)"
              />
              {option.label}
            </chakra.label>
          ))}
        </chakra.fieldset>
      </DialogBody>
      <DialogFooter>
        <Button onClick={dismiss} disabled={locked}>
          {t('Cancel')}
        </Button>
        <Button variant="primary" disabled={locked} onClick={() => actor.send({ type: 'picture.accepted' })}>
          {locked ? t('Saving…') : t('Save {noun, select, logo {logo} other {photo}}', { noun })}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
