import { MessageCircleQuestionMark, PencilLine, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChosenFile } from '../../../machines/knowledge/upload.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { FileDrop } from '../../parts/file-drop.tsx'

interface AddDocumentsProps {
  onFiles: (files: readonly ChosenFile[]) => void
  /** Opens the kinds of sources. */
  addSource: ReactNode
  onText: () => void
  onFaq: () => void
  onImportFaq: () => void
}

/** The ways in: files by drop or by choice, and what is typed. */
export const AddDocuments = ({ onFiles, addSource, onText, onFaq, onImportFaq }: AddDocumentsProps) => (
  <FileDrop onFiles={onFiles}>
    {addSource}
    <Button onClick={onText}>
      <PencilLine aria-hidden />
      {t('Write text')}
    </Button>
    <Button onClick={onFaq}>
      <MessageCircleQuestionMark aria-hidden />
      {t('Add a question')}
    </Button>
    <Button onClick={onImportFaq}>
      <Table2 aria-hidden />
      {t('Import questions')}
    </Button>
  </FileDrop>
)
