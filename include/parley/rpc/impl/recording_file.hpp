// SPDX-License-Identifier: MIT
// The file of a recorder: private to its owner, and never with half a row in it.
#pragma once

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#ifdef __unix__
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace parley::detail {

inline std::error_code file_error() { return {errno != 0 ? errno : EIO, std::generic_category()}; }

#ifdef __unix__

// Thread safety: none.
class RecordingFile {
 public:
  RecordingFile(const std::string& path, bool append, std::error_code& error) {
    fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (append ? 0 : O_TRUNC),
                 S_IRUSR | S_IWUSR);
    if (fd_ < 0) error = file_error();
  }
  RecordingFile(const RecordingFile&) = delete;
  RecordingFile& operator=(const RecordingFile&) = delete;
  ~RecordingFile() {
    if (fd_ >= 0) ::close(fd_);
  }

  std::error_code write(std::string_view row) const {
    std::string_view rest = row;
    while (!rest.empty()) {
      const ssize_t written = ::write(fd_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        const std::error_code error = file_error();
        take_back(row.size() - rest.size());
        return error;
      }
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
  }

 private:
  // A disk that fills up takes the first part of a row. Cutting it off may fail too, then the
  // reader names the broken row.
  void take_back(std::size_t bytes) const {
    struct stat status {};
    if (bytes == 0 || ::fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) return;
    const int failed = ::ftruncate(fd_, status.st_size - static_cast<off_t>(bytes));
    static_cast<void>(failed);
  }

  int fd_ = -1;
};

#else

class RecordingFile {
 public:
  RecordingFile(const std::string& path, bool append, std::error_code& error)
      : file_(std::fopen(path.c_str(), append ? "ab" : "wb")) {
    if (file_ == nullptr) error = file_error();
  }
  RecordingFile(const RecordingFile&) = delete;
  RecordingFile& operator=(const RecordingFile&) = delete;
  ~RecordingFile() {
    if (file_ != nullptr) std::fclose(file_);
  }

  std::error_code write(std::string_view row) const {
    errno = 0;
    const bool written = std::fwrite(row.data(), 1, row.size(), file_) == row.size();
    return written && std::fflush(file_) == 0 ? std::error_code() : file_error();
  }

 private:
  std::FILE* file_;
};

#endif

}  // namespace parley::detail
