// What operators can do with an image: correct its words and its place, or take it down.
import { useSignal } from '@preact/signals';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { refreshDetail } from '../state/details.ts';
import { operatorName as author, changeImage, operatorToken } from '../state/operator.ts';
import { TokenField } from './token-field.tsx';

/** The panel; without a token it asks for one. */
export default function OperatorPanel({ item }: { readonly item: Item }) {
  const note = useSignal('');
  const run = async (change: Parameters<typeof changeImage>[1]) => {
    const problem = await changeImage(item.id, change);
    note.value = problem ?? t('operator.done');
    if (problem !== undefined) return;
    if (change.method === 'DELETE') location.assign('/');
    else await refreshDetail(item.id);
  };
  const send =
    (toChange: (form: FormData) => Parameters<typeof changeImage>[1]) => (event: SubmitEvent) => {
      event.preventDefault();
      if (!(event.currentTarget instanceof HTMLFormElement)) return;
      void run(toChange(new FormData(event.currentTarget)));
    };
  const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
  const by = { author: author.value };
  return (
    <div class="operator-panel">
      <TokenField />
      {operatorToken.value !== '' && (
        <>
          <label>
            {t('operator.author')}
            <input
              value={author.value}
              maxLength={100}
              onInput={(event) => {
                author.value = event.currentTarget.value;
              }}
            />
          </label>
          <form
            onSubmit={send((form) => ({
              method: 'PATCH',
              body: { title: text(form, 'title'), caption: text(form, 'caption'), ...by },
            }))}
          >
            <label>
              {t('operator.title')}
              <input name="title" maxLength={500} defaultValue={item.correctedTitle ?? ''} />
            </label>
            <label>
              {t('operator.caption')}
              <textarea
                name="caption"
                maxLength={2000}
                rows={2}
                defaultValue={item.correctedCaption ?? ''}
              />
            </label>
            <button type="submit" class="button small" disabled={author.value === ''}>
              {t('operator.correct')}
            </button>
            {item.correctedBy !== undefined && (
              <button
                type="button"
                class="button small"
                disabled={author.value === ''}
                onClick={() =>
                  void run({ method: 'PATCH', body: { title: '', caption: '', ...by } })
                }
              >
                {t('operator.undo', { by: item.correctedBy })}
              </button>
            )}
          </form>
          <form
            onSubmit={send((form) => ({
              method: 'PUT',
              part: 'place',
              body: {
                ...(text(form, 'latitude') !== '' && { latitude: Number(text(form, 'latitude')) }),
                ...(text(form, 'longitude') !== '' && {
                  longitude: Number(text(form, 'longitude')),
                }),
                name: text(form, 'name'),
                ...by,
              },
            }))}
          >
            <label>
              {t('operator.latitude')}
              <input
                name="latitude"
                type="number"
                step="any"
                min={-90}
                max={90}
                defaultValue={item.place?.latitude}
              />
            </label>
            <label>
              {t('operator.longitude')}
              <input
                name="longitude"
                type="number"
                step="any"
                min={-180}
                max={180}
                defaultValue={item.place?.longitude}
              />
            </label>
            <label>
              {t('operator.placeName')}
              <input name="name" maxLength={200} />
            </label>
            <button type="submit" class="button small" disabled={author.value === ''}>
              {t('operator.place')}
            </button>
          </form>
          <form
            onSubmit={send((form) => ({
              method: 'DELETE',
              body: { reason: text(form, 'reason'), ...by },
            }))}
          >
            <label>
              {t('operator.reason')}
              <input name="reason" required maxLength={1000} />
            </label>
            <button type="submit" class="button small is-danger" disabled={author.value === ''}>
              {t('operator.remove')}
            </button>
          </form>
          <p role="status">{note.value}</p>
        </>
      )}
    </div>
  );
}
