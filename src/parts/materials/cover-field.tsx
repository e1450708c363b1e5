import { Button } from '@arco-design/web-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { chosenFile, keepChosenFile } from '#src/ui/form/chosen-files.ts';
import { Field } from '#src/ui/form/field.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { Cover } from '#src/ui/text/cover.tsx';
import './materials.css';

/** As much as the server takes of a cover. */
const MOST_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png'];

/** A signed address of the video, once it is there. */
interface Film {
  url: string | undefined;
  duration_ms: number | null;
  onWanted: () => void;
}

interface CoverFieldProps {
  label: string;
  /** Names the picture that was chosen; empty: it stays as it is. */
  value: string;
  onChange: (key: string) => void;
  fault: FieldFault | undefined;
  /** What it is now. */
  url: string | null;
  disabled?: boolean;
  /** With it a frame of the video can be cut. */
  film?: Film | undefined;
}

/** The address of a chosen picture, as long as it is shown. */
function useChosenPicture(key: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const file = key === '' ? undefined : chosenFile(key);
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [key]);
  return address;
}

/** A picture that stands for something: one from the disk, or a frame of its video. It is sent with the form. */
export function CoverField({ label, value, onChange, fault, url, disabled = false, film }: CoverFieldProps) {
  const t = useText();
  const [refusal, setRefusal] = useState<FieldFault>();
  const [cutting, setCutting] = useState(false);
  const picture = useChosenPicture(value);
  const field = useRef<HTMLInputElement>(null);

  const keep = (file: File) => {
    setRefusal(undefined);
    const key = newRequestKey();
    keepChosenFile(key, file);
    onChange(key);
    setCutting(false);
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    if (!TYPES.includes(file.type)) return setRefusal({ message: t('materials.coverType') });
    if (file.size > MOST_BYTES) return setRefusal({ message: t('materials.coverSize') });
    keep(file);
  };
  return (
    <Field label={label} fault={refusal ?? fault} help={t('materials.coverHelp')} group isChosen>
      {() => (
        <>
          <div className="ads-cover-choice">
            <span className="ads-cover-shown">
              <Cover url={picture ?? url} alt={label} size="card" placeholder={t('materials.noCover')} />
            </span>
            <div className="ads-cover-ways">
              <input
                ref={field}
                type="file"
                accept={TYPES.join()}
                className="ads-visually-hidden"
                tabIndex={-1}
                aria-label={t('materials.coverChoose')}
                onChange={(event) => {
                  take(event.target.files?.[0]);
                  event.target.value = '';
                }}
              />
              <Button size="small" disabled={disabled} onClick={() => field.current?.click()}>
                {t('materials.coverChoose')}
              </Button>
              {film && !cutting && (
                <Button
                  size="small"
                  disabled={disabled}
                  onClick={() => {
                    film.onWanted();
                    setCutting(true);
                  }}
                >
                  {t('materials.coverCut')}
                </Button>
              )}
              {value !== '' && (
                <button type="button" className="ads-link-button" disabled={disabled} onClick={() => onChange('')}>
                  {t('materials.coverBack')}
                </button>
              )}
            </div>
          </div>
          {film && cutting && (
            <FrameCutter
              film={film}
              onCut={keep}
              onClose={() => setCutting(false)}
              onFailed={() => setRefusal({ message: t('materials.coverCutFailed') })}
            />
          )}
        </>
      )}
    </Field>
  );
}

interface CutterProps {
  film: Film;
  onCut: (frame: File) => void;
  onClose: () => void;
  onFailed: () => void;
}

/** Steps of the slider, in seconds. */
const STEP_S = 0.1;

/** A video that stands still where the slider says; what is seen becomes the picture. */
function FrameCutter({ film, onCut, onClose, onFailed }: CutterProps) {
  const t = useText();
  const format = useFormat();
  const video = useRef<HTMLVideoElement>(null);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState((film.duration_ms ?? 0) / 1000);
  const [isReady, setIsReady] = useState(false);

  const move = (seconds: number) => {
    setAt(seconds);
    if (video.current) video.current.currentTime = seconds;
  };
  const cut = () => {
    const shown = video.current;
    if (!shown || shown.videoWidth === 0) return onFailed();
    const canvas = document.createElement('canvas');
    canvas.width = shown.videoWidth;
    canvas.height = shown.videoHeight;
    canvas.getContext('2d')?.drawImage(shown, 0, 0);
    canvas.toBlob((blob) => (blob ? onCut(new File([blob], 'frame.jpg', { type: 'image/jpeg' })) : onFailed()), 'image/jpeg', 0.9);
  };
  const learn = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => {
    if (Number.isFinite(currentTarget.duration)) setLength(currentTarget.duration);
    setIsReady(true);
  };
  return (
    <div className="ads-cover-frame">
      <video ref={video} src={film.url} muted playsInline preload="auto" onLoadedData={learn} onError={onFailed} />
      <input
        type="range"
        aria-label={t('materials.coverMoment')}
        aria-valuetext={format.runtime(at * 1000)}
        min={0}
        max={Math.max(length, STEP_S)}
        step={STEP_S}
        value={at}
        disabled={!isReady}
        onChange={(event) => move(Number(event.target.value))}
      />
      <span className="ads-buttons">
        <Button size="small" type="primary" disabled={!isReady} onClick={cut}>
          {t('materials.coverUse')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <span className="ads-quiet ads-numbers">
          {format.runtime(at * 1000)} / {format.runtime(length * 1000)}
        </span>
      </span>
    </div>
  );
}
